/** A phone number as it is kept; null for none. Eleven digits are one of mainland China. */
export const toE164 = (phone: string): string | null =>
  phone === '' ? null : phone.startsWith('+') ? phone : `+86${phone}`
