import type { Like } from '../lib/i18n.ts'
import type { zh } from './totp-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Set up an authenticator',
  forced: 'Your company asks administrators for an authenticator. Set it up first.',
  intro: 'The secret is shown first; it counts once you have entered its first code.',
  next: 'Next',
  scan: 'Scan the picture with an authenticator (Google Authenticator, Microsoft Authenticator and so on), then enter the 6 digits it shows.',
  picture: 'QR code for the authenticator',
  secret: 'Where scanning does not work, type the key:',
  code: '6 digits',
  codeMissing: 'Enter 6 digits',
  enable: 'Enable',
  codesTitle: 'Keep the recovery codes',
  codesText: 'Without the phone, each of them signs in once in the place of a code. They are shown this one time.',
  copyCodes: 'Copy all recovery codes',
  done: 'I have kept them',
}
