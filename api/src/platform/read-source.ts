import type { Schema } from '@sluice/contract'
import { parseValue, type Speaker } from './parse-input.ts'
import { readContent } from './read-content.ts'

/** A definition that was written as one text, JSON or YAML, judged as the body of a save is. @throws Failure */
export const readSource = (schema: Schema, text: string, speaker: Speaker): unknown =>
  parseValue(schema, JSON.parse(JSON.stringify(readContent(text))), speaker)
