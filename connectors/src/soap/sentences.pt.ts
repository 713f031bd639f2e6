import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {}
