/**
 * What a mapping's words mean. Stored mappings name theirs, so that none changes its meaning by itself: 1 is what was there
 * before editions (`docs/mapping-language.md` lists the differences). A mapping that names none has the newest.
 */
export const editions = [1, 2, 3, 4] as const
export type Edition = (typeof editions)[number]
export const NEWEST_EDITION = 4 satisfies Edition

/** Of a mapping, a grouping of stored records, a write-back or a report. */
export const editionOf = ({ edition = NEWEST_EDITION }: { readonly edition?: Edition | undefined }): Edition => edition

/** What expressions of one record may compute where a mapping says nothing else, in ms. */
export const DEFAULT_COMPUTE_MS = 200

/** A part of a configuration, as far as it says what its words mean. */
interface Part {
  readonly edition?: Edition | undefined
}

interface Parts {
  readonly mapping: Part
  readonly source: { readonly group?: Part | undefined }
  readonly target: { readonly writeBack?: Part | undefined }
}

/** The oldest edition that a part of a strategy's configuration speaks. */
export const oldestEdition = ({ mapping, source: { group }, target: { writeBack } }: Parts): Edition =>
  Math.min(...[mapping, group, writeBack].map(part => (part ? editionOf(part) : NEWEST_EDITION))) as Edition // one of them
