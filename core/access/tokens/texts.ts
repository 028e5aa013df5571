/** Where the server failed without a text of its own. */
export const TOKEN_TEXTS = {
  reading: 'Something went wrong while fetching your tokens.',
  making: 'Something went wrong while creating the token.',
  revoking: 'Something went wrong while revoking the token.',
} as const;
