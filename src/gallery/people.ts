const person = (name: string) => ({ id: name, name, username: name.toLowerCase(), avatarUrl: null, webUrl: '' });

/** Who is assigned in the rows of the gallery. */
export const PEOPLE = ['Ada', 'Blaise', 'Carl'].map(person);
