export const EDITOR_TEXTS = {
  previewFailed: 'The preview could not be fetched. Please try again.',
  nothingToPreview: 'Nothing to preview.',
  noFiles: 'Files cannot be uploaded yet. Nothing was added, and your text is as it was.',
  opensRich: 'Opening as rich text. You can go on writing here; Escape stays with the source.',
  noRichText: 'Rich text could not be loaded. Your text is here as its source.',
} as const;
