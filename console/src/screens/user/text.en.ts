import { type Like, plural } from '../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Sign in',
  intro: 'Use the account your administrator gave you.',
  username: 'User name',
  password: 'Password',
  usernameMissing: 'Enter your user name',
  passwordMissing: 'Enter your password',
  submit: 'Sign in',
  capsLock: 'Caps Lock is on',
  wrong: 'Wrong user name or password',
  wait: seconds => `Too many attempts. Try again in ${plural(seconds, 'second')}.`,
  waitButton: seconds => `Try again in ${seconds} s`,
  forgot: 'Forgot the password? Ask an administrator to reset it.',
  back: 'Back to sign in',
  ssoTitle: 'Single sign-on is not set up',
  ssoText: 'This installation has no single sign-on. Use your user name and password.',
  registerTitle: 'Registration is closed',
  registerText: 'Accounts are made by administrators. Ask your company’s administrator for one.',
  resultTitle: 'No registration in progress',
  resultText: 'This installation has no self-service registration; accounts are made by administrators.',
}
