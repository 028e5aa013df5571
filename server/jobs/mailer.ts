import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config.ts';

export interface Mail {
  /** The part of its Message-ID before the @, the same whenever it is sent. */
  readonly id: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** @throws MailError */
  send(mail: Mail): Promise<void>;
}

/** The mail server has not taken a mail. The message names no address: it is for the log. */
export class MailError extends Error {
  override name = 'MailError';
  /** It never will. */
  readonly isFinal: boolean;

  constructor(cause: unknown) {
    const { code = '', responseCode = '' } = cause as { readonly code?: unknown; readonly responseCode?: unknown };
    super(`The mail server has not taken a mail: ${String(code)} ${String(responseCode)}`.trim());
    this.isFinal = Number(responseCode) >= 500;
  }
}

/** Milliseconds: a mail server that does not answer must not keep other jobs waiting. */
const PATIENCE = 10_000;

/** A connection for each mail: there are few. With `smtp://` the connection is encrypted where the mail server offers it. */
export function openMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text }) {
      const messageId = `<${id}@${from.split('@').at(-1) ?? ''}>`;
      const address = { name: '', address: to };
      const mail = { messageId, from: { name: 'Espalier', address: from }, to: address, subject, text };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw new MailError(error);
      });
    },
  };
}
