import type { Language, PackageWords, SolutionPackage } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { compareVersions, type PackageObject, packageKinds, sayPackage } from '../../../packaging/index.ts'
import { findManifest } from '../../connect/platform/index.ts'
import { describePlatform } from '../solution-package/index.ts'
import type { MarketCard, MarketDetail } from './contract.ts'
import { listRights } from './list-rights.ts'
import type { FoundPackage } from './locate-package.ts'
import type { CardRow, listReviews, listSimilar, listVersions } from './store.ts'

export function describeCard(engine: Engine, row: CardRow, language: Language): MarketCard {
  const { ref, name, version, publisher, publisher_key, origin, source, industry, card, changed_at } = row
  const { installs, installed, records, errors, rating, reviews } = row
  return {
    ...{ ref, name, version, publisher, publisher_key, origin, source, industry, changed_at },
    ...{ installs, installed, records, errors, rating, reviews },
    title: sayPackage(card.title, language),
    summary: sayPackage(card.summary, language),
    tags: [...card.tags],
    flows: card.flows,
    documents: card.documents.map(each => sayPackage(each, language)),
    platforms: row.platforms.map(each => describePlatform(engine, each, language)),
  }
}

export interface Around {
  readonly row: CardRow
  readonly objects: readonly PackageObject[]
  readonly versions: Awaited<ReturnType<typeof listVersions>>
  readonly reviews: Awaited<ReturnType<typeof listReviews>>
  readonly similar: Awaited<ReturnType<typeof listSimilar>>
}

export function describeDetail(
  engine: Engine,
  { document, candidate }: FoundPackage,
  { row, objects, versions, reviews, similar }: Around,
  language: Language,
): MarketDetail {
  const { manifest, signature } = document
  const say = (words: PackageWords | undefined): string => (words === undefined ? '' : sayPackage(words, language))
  const known = versions.length > 0 ? versions : [{ ...candidate, created_at: null }]
  return {
    ...describeCard(engine, row, language),
    ...describeContents(document, language),
    key: signature?.key ?? null,
    connections: manifest.connections.map(({ slot, platform, title, rights }) => ({
      ...{ slot, platform_id: platform, title: say(title), rights: rights.map(say) },
      platform: findManifest(engine, platform) ? describePlatform(engine, platform, language) : null,
    })),
    scope: manifest.flows.map(({ title, document: moved, trigger, ...rest }) => ({
      ...rest,
      ...{ title: say(title), document: say(moved), trigger: say(trigger) },
    })),
    parameters: describeParameters(document, language),
    maps: objects.flatMap(({ kind, key, spec }) =>
      kind === 'mapping' ? [{ name: key, lines: Array.isArray(spec['lines']) ? spec['lines'].length : 0 }] : [],
    ),
    objects: [...objects]
      .sort((one, other) => packageKinds.indexOf(one.kind) - packageKinds.indexOf(other.kind))
      .map(({ kind, key }) => ({ kind, key })),
    permissions: listRights(document, objects, []),
    versions: [...known]
      .sort((one, other) => compareVersions(other.version, one.version))
      .map(({ ref, version, created_at, card }) => ({ ref, version, created_at, changes: say(card.changes) })),
    samples: manifest.samples.length,
    dependencies: Object.entries(manifest.dependencies).map(([field, value]) => ({ field, value })),
    said: [...reviews],
    similar: similar.map(each => ({ ref: each.ref, title: say(each.card.title) })),
  }
}

/** What a package says of itself, for whoever reads it before having it. */
export const describeContents = (document: SolutionPackage, language: Language) => ({
  licence: document.manifest.licence,
  readme: findReadme(document, language),
  changes: document.manifest.changes === undefined ? '' : sayPackage(document.manifest.changes, language),
  pictures: document.pictures.map(({ path, base64 }) => ({ path, data: toDataUrl(path, base64) })),
})

export const describeParameters = ({ manifest }: SolutionPackage, language: Language) =>
  manifest.parameters.map(({ name, type, required, default: value, title, help, choices }) => ({
    ...{ name, type, required, ...(value === undefined ? {} : { default: value }) },
    title: sayPackage(title, language),
    help: help === undefined ? '' : sayPackage(help, language),
    choices: choices.map(each => ({ value: each.value, title: sayPackage(each.title, language) })),
  }))

/** `docs/readme.en.md` in the reader's language; the Chinese one, or the only one, where there is none. */
function findReadme({ files }: SolutionPackage, language: Language): string {
  const wanted = language === 'tw' ? 'zh' : language
  const paths = [
    `docs/readme.${wanted}.md`,
    ...(wanted === 'pt' ? ['docs/readme.en.md'] : []),
    'docs/readme.zh.md',
    'docs/readme.md',
  ]
  for (const path of paths) {
    const found = files.find(each => each.path.toLowerCase() === path)
    if (found) return found.text
  }
  return files.find(each => each.path.startsWith('docs/'))?.text ?? ''
}

const toDataUrl = (path: string, base64: string): string => {
  const kind = path.slice(path.lastIndexOf('.') + 1)
  return `data:image/${kind === 'jpg' ? 'jpeg' : kind};base64,${base64}`
}
