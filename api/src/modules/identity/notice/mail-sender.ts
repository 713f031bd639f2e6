/** One mail to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for every try, so that mail systems can tell a repeat; without its domain. */
  readonly id: string
}

/** How handing over ended. `reason` is for the log and for whoever asked; it holds no secret. */
export type MailOutcome =
  | { readonly kind: 'taken' }
  /** The server will never take it; trying again would only annoy it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Not now. `isAway`: no mail to anybody would get through. */
  | { readonly kind: 'later'; readonly reason: string; readonly isAway: boolean }

/** Hands mails to the operator's mail server. */
export interface MailSender {
  /** Ends within a minute, and never throws. */
  send(mail: Mail): Promise<MailOutcome>
}
