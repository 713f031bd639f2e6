import type { StrategyConfig } from './strategy.ts'

/**
 * What a mapping's words mean. Stored mappings name theirs, so that none changes its meaning by itself: 1 is what was there
 * before editions (`docs/mapping-language.md` lists the differences). A mapping that names none has the newest.
 */
export const editions = [1, 2] as const
export type Edition = (typeof editions)[number]
export const NEWEST_EDITION = 2 satisfies Edition

/** Of a mapping, a grouping of stored records, a write-back or a report. */
export const editionOf = ({ edition = NEWEST_EDITION }: { readonly edition?: Edition | undefined }): Edition => edition

/** What expressions of one record may compute where a mapping says nothing else, in ms. */
export const DEFAULT_COMPUTE_MS = 200

/** The oldest edition that a part of the configuration speaks. */
export const oldestEdition = ({ mapping, source: { group }, target: { writeBack } }: StrategyConfig): Edition =>
  Math.min(...[mapping, group, writeBack].map(part => (part ? editionOf(part) : NEWEST_EDITION))) as Edition // one of them

/** Every part in the newest edition. */
export const inNewestEdition = ({ mapping, source, target, ...rest }: StrategyConfig): StrategyConfig => {
  const newest = <Part extends object>({ edition, ...part }: Part & { edition?: Edition | undefined }) => part
  return {
    ...rest,
    mapping: newest(mapping),
    source: { ...source, ...(source.group && { group: newest(source.group) }) },
    target: { ...target, ...(target.writeBack && { writeBack: newest(target.writeBack) }) },
  }
}
