/** The side of the process that people and balancers see. */
export interface Front {
  readonly url: string
  /** The first administrator, when this start made one. */
  readonly admin: { readonly username: string; readonly password: string; readonly isOneTime: boolean } | null
  /** Readiness is refused at once; requests in hand are answered. */
  close(): Promise<void>
}
