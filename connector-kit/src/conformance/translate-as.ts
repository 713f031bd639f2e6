import { createTranslate, type OtherLanguage, type Sentences } from '@sluice/contract'
import type { Connector } from '../connector.ts'
import { kitSentences } from '../sentences.ts'

/**
 * What a connector's English text is in a language, by its own catalogue and the kit's, as the product finds it; null
 * where nobody translates it.
 */
export function translateAs(
  { manifest, sentences }: Connector,
  language: OtherLanguage,
): (english: string) => string | null {
  const known: Sentences = { ...kitSentences[language], ...sentences?.[language] }
  const { name, params, sourceParams, targetParams } = manifest
  const words = [name, ...[...params, ...sourceParams, ...targetParams].map(param => param.label)]
  // Sentences name parameters by their labels.
  const named = Object.fromEntries(
    words.flatMap(each => {
      const told = each[language] ?? known[each.en]
      return told === undefined ? [] : [[each.en, told]]
    }),
  )
  // A text with a value in it, such as a port, is no entry of its own.
  const translate = createTranslate(named, known)
  return english => {
    const told = translate(english)
    return known[english] ?? (told === english ? null : told)
  }
}
