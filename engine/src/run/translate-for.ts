import { type Connector, kitSentences } from '@sluice/connector-kit'
import { createTranslate, type Sentences, type Translate } from '@sluice/contract'
import { mapSentences } from '../map/sentences.zh.ts'
import { engineSentences } from '../sentences.zh.ts'

/** Everything this installation can say: the engine, the kit, each connector, and the labels of their parameters. */
export function translateFor(connectors: readonly Connector[]): Translate {
  const labels = connectors.map(({ manifest }) => labelsOf(manifest))
  const own = connectors.map(({ sentences }) => sentences ?? {})
  return createTranslate(...labels, kitSentences, mapSentences, engineSentences, ...own)
}

const labelsOf = ({ name, params, sourceParams, targetParams }: Connector['manifest']): Sentences =>
  Object.fromEntries([name, ...[...params, ...sourceParams, ...targetParams].map(param => param.label)].map(toPair))

const toPair = ({ en, zh }: { readonly en: string; readonly zh: string }): [string, string] => [en, zh]
