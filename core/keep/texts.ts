export const KEEP_TEXTS = {
  gone: 'Something that you typed or changed and that was not saved was kept for a day and is gone.',
  refused: 'A change from before, which had not been saved, could not be saved.',
} as const;
