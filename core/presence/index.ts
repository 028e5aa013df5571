export { shownPresence, textEditors, type ShownPerson, type ShownPresence } from './rules.ts';
export { AWAY, presenceSaga } from './saga.ts';
