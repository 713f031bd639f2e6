export { isPlainText, makeTextDecoder, readListInTurns, type TextDecoder, type TextType } from './decode-text.ts'
export { RowText, RowTextBuilder, type TextColumn, TextLayout, unescapeField } from './row-text.ts'
