/** Sentences of this domain. */
export const TEMPLATE_TEXTS = {
  reading: 'Something went wrong while fetching the templates.',
  saving: 'Something went wrong while saving the template.',
  warning: 'Applying a template will replace the existing description. Any changes you have made will be lost.',
} as const;

/** IE-08.2, IE-08.4: of an `issue`, an `epic`, an `incident`. */
export const templateFailure = (issuableType: string): string => `Error updating ${issuableType}`;
