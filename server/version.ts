/** The version of Espalier; package.json says the same (a test compares them). */
export const VERSION = '0.1.0';
/** The GitLab whose wire format we speak, for clients that ask the version before they talk. */
export const WIRE_VERSION = '16.2.0-ee';
