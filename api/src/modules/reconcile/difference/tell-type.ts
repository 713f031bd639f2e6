/** Kinds of files that are taken: the ending says which, and the first bytes must agree with it. */
const kinds: Readonly<Record<string, { readonly type: string; readonly begins: RegExp }>> = {
  pdf: { type: 'application/pdf', begins: /^255044462d/ },
  png: { type: 'image/png', begins: /^89504e470d0a1a0a/ },
  jpg: { type: 'image/jpeg', begins: /^ffd8ff/ },
  jpeg: { type: 'image/jpeg', begins: /^ffd8ff/ },
  webp: { type: 'image/webp', begins: /^52494646.{8}57454250/ },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', begins: /^504b0304/ },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', begins: /^504b0304/ },
  // Text in any encoding; no byte of it is NUL, which programs and archives have at once.
  csv: { type: 'text/csv', begins: /^(?!(?:..)*00)/ },
  txt: { type: 'text/plain', begins: /^(?!(?:..)*00)/ },
}

export const evidenceEndings: readonly string[] = Object.keys(kinds)

/** Bytes from the beginning that tell what a file is. */
export const HEAD_BYTES = 512

/** What a file is; undefined: nothing that is taken, or something else than its name says. */
export function tellType(name: string, head: Buffer): string | undefined {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
  return kind?.begins.test(head.subarray(0, HEAD_BYTES).toString('hex')) ? kind.type : undefined
}
