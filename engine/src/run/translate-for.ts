import { type Connector, fillPack, isPackConnector, kitSentences } from '@sluice/connector-kit'
import {
  type Catalogues,
  createTranslate,
  type OtherLanguage,
  type Param,
  type Sentences,
  type Translate,
  type Words,
} from '@sluice/contract'
import { healthSentences as healthPt } from '../health/sentences.pt.ts'
import { healthSentences as healthTw } from '../health/sentences.tw.ts'
import { healthSentences as healthZh } from '../health/sentences.zh.ts'
import { mapSentences as mapPt } from '../map/sentences.pt.ts'
import { mapSentences as mapTw } from '../map/sentences.tw.ts'
import { mapSentences as mapZh } from '../map/sentences.zh.ts'
import { adapterSentences as adapterPt } from '../script/sentences.pt.ts'
import { adapterSentences as adapterTw } from '../script/sentences.tw.ts'
import { adapterSentences as adapterZh } from '../script/sentences.zh.ts'
import { engineSentences as enginePt } from '../sentences.pt.ts'
import { engineSentences as engineTw } from '../sentences.tw.ts'
import { engineSentences as engineZh } from '../sentences.zh.ts'
import { strategySentences as strategyPt } from '../strategy/sentences.pt.ts'
import { strategySentences as strategyTw } from '../strategy/sentences.tw.ts'
import { strategySentences as strategyZh } from '../strategy/sentences.zh.ts'
import { followSentences as followPt } from './sentences.pt.ts'
import { followSentences as followTw } from './sentences.tw.ts'
import { followSentences as followZh } from './sentences.zh.ts'

const engineSentences = {
  zh: { ...adapterZh, ...mapZh, ...followZh, ...healthZh, ...strategyZh, ...engineZh },
  tw: { ...adapterTw, ...mapTw, ...followTw, ...healthTw, ...strategyTw, ...engineTw },
  pt: { ...adapterPt, ...mapPt, ...followPt, ...healthPt, ...strategyPt, ...enginePt },
} as const satisfies Catalogues

/** Sentences of the engine and its connectors in each language they are written in. */
export type Translations = Readonly<Record<OtherLanguage, Translate>>

/** Everything this installation can say: the engine, the kit, each connector, and the labels of their parameters. */
export function translateFor(connectors: readonly Connector[]): Translations {
  const labels = connectors.flatMap(({ manifest }) => listLabels(manifest))
  const translate = (language: OtherLanguage): Translate => {
    const own = connectors.map(({ sentences }) => sentences?.[language] ?? {})
    const named = Object.fromEntries(labels.map(words => [words.en, words[language] ?? words.zh]))
    return createTranslate(named, kitSentences[language], engineSentences[language], ...own)
  }
  return { zh: translate('zh'), tw: translate('tw'), pt: translate('pt') }
}

const listLabels = ({ name, params, sourceParams, targetParams }: Connector['manifest']): Words[] => [
  name,
  ...[...params, ...sourceParams, ...targetParams].map(param => param.label),
]

/** Adds the other languages to a text that its source writes in two. */
export type FillWords = (words: Words) => Words

/** Knows the words of every connector: their forms, the names of their tests' steps. */
export function fillFor(connectors: readonly Connector[]): FillWords {
  const own = connectors.map(({ sentences }) => sentences ?? {})
  const find = (language: 'tw' | 'pt'): ((english: string) => string | undefined) => {
    const known: Sentences = Object.assign({}, kitSentences[language], ...own.map(each => each[language]))
    // A text with a value in it, such as a port, is no entry of its own.
    const translate = createTranslate(known)
    return english => {
      const told = known[english] ?? translate(english)
      return told === english ? known[english] : told
    }
  }
  const [tw, pt] = [find('tw'), find('pt')]
  return ({ zh, en }) => ({ zh, en, tw: tw(en), pt: pt(en) })
}

/** The connector with its forms in every language. */
export function fillForms(connector: Connector, fill: FillWords): Connector {
  const { manifest } = connector
  const fillParam = (param: Param): Param => ({
    ...param,
    label: fill(param.label),
    ...(param.describe && { describe: fill(param.describe) }),
    ...(param.options && { options: param.options.map(option => ({ ...option, label: fill(option.label) })) }),
  })
  return {
    ...connector,
    ...(isPackConnector(connector) ? { pack: fillPack(connector.pack, fill) } : {}),
    manifest: {
      ...manifest,
      name: fill(manifest.name),
      describe: fill(manifest.describe),
      params: manifest.params.map(fillParam),
      sourceParams: manifest.sourceParams.map(fillParam),
      targetParams: manifest.targetParams.map(fillParam),
    },
  }
}
