import type { Catalogues } from '@sluice/contract'
import { billSentences as pt } from './sentences.pt.ts'
import { billSentences as tw } from './sentences.tw.ts'
import { billSentences as zh } from './sentences.zh.ts'

/** What this room may say of a file. */
export const billSentences = { zh, tw, pt } satisfies Catalogues
