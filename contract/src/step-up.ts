/** By what a person shows who they are: a second factor where there is one, else the password. */
export type StepUpMethod = 'password' | 'totp'

/** What a call refused with `stepUp.needed` asks for: its content's one element. */
export interface StepUpDue {
  readonly method: StepUpMethod
  /** How long the proof will count. */
  readonly minutes: number
  /** Providers of identities linked to the account: a fresh sign-in at one of them proves as much as the password. */
  readonly providers: readonly { readonly id: string; readonly label: string }[]
}
