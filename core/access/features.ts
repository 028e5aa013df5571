/** The switches of the product (EP-16), under the names that GitLab gives them. A server names those that are on in its session. */
export const FEATURES = ['epicColorHighlight', 'workItemsMvc', 'workItemsMvc2', 'iterations'] as const;

export type Feature = (typeof FEATURES)[number];

export type Features = Readonly<Record<Feature, boolean>>;

/** EP-16.2: all on but these. */
export const featuresBut = (off: readonly Feature[]): Features =>
  Object.fromEntries(FEATURES.map((name) => [name, !off.includes(name)])) as Record<Feature, boolean>;

export const isFeature = (text: string): text is Feature => (FEATURES as readonly string[]).includes(text);
