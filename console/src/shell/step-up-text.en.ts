import type { Like } from '../lib/i18n.ts'
import type { zh } from './step-up-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Show who you are',
  intro: minutes =>
    `What this does lasts. You are not asked again for ${minutes} minutes; what you did goes on by itself.`,
  password: 'Current password',
  passwordMissing: 'Enter the password',
  code: 'Authenticator code',
  codeExtra: 'A recovery code will do as well',
  codeMissing: 'Enter the code',
  confirm: 'Confirm',
  orSso: 'No password? Sign in anew by single sign-on, then do this once more:',
  by: label => `By ${label}`,
}
