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
  /** @throws when the mail server has not taken it */
  send(mail: Mail): Promise<void>;
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
      await transport.sendMail({ messageId, from: { name: 'Espalier', address: from }, to: address, subject, text });
    },
  };
}

/** Has the mail server said that it will never take it? */
export const isRefusedForGood = (error: unknown): boolean =>
  Number((error as { responseCode?: unknown }).responseCode) >= 500;
