import type { Catalogues } from '@sluice/contract'
import { kitSentences as pt } from './sentences.pt.ts'
import { kitSentences as tw } from './sentences.tw.ts'
import { kitSentences as zh } from './sentences.zh.ts'

/** What every connector may say through the kit. */
export const kitSentences = { zh, tw, pt } satisfies Catalogues
