/** Whether a text names a zone of the IANA list, `Asia/Shanghai`. */
export function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}
