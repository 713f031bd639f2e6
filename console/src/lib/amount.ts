import { type Language, useLanguage } from './i18n.ts'

/** Writes a decimal numeral with its groups, every digit kept: `-1,234.50`; Portuguese `-1.234,50`. */
export function writeAmount(amount: string, language: Language): string {
  const [whole = '', fraction] = amount.split('.')
  const [group, point] = language === 'pt-BR' ? ['.', ','] : [',', '.']
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}

/** The same in the reader's language; nothing reads as a dash. */
export function useAmount(): (amount: string | null | undefined) => string {
  const language = useLanguage()
  return amount => (amount === null || amount === undefined ? '–' : writeAmount(amount, language))
}
