/** '' is none. The server has the last word; this catches slips at the field. */
export const isEmail = (text: string | undefined): boolean =>
  !text?.trim() || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())

/** E.164, null for none, undefined for what is no number. Eleven digits of a mobile phone mean one of China. */
export function readPhone(text: string | undefined): string | null | undefined {
  const plain = (text ?? '').replace(/[\s()-]/g, '')
  if (plain === '') return null
  if (/^1\d{10}$/.test(plain)) return `+86${plain}`
  return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : undefined
}

/** As people write it: without the +86 that goes without saying. */
export const showPhone = (phone: string | null): string => (phone ?? '').replace(/^\+86(?=1\d{10}$)/, '')

/** 138****0000, li***@example.test */
export const maskPhone = (phone: string): string => phone.replace(/^(\+?\d{3}).*(\d{4})$/, '$1****$2')
export const maskEmail = (email: string): string => email.replace(/^(.{1,2})[^@]*/, '$1***')
