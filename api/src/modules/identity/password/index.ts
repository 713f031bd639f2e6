export { checkPassword } from './check-password.ts'
export { makePassword } from './make-password.ts'
