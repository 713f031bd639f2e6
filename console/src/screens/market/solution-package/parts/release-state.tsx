import { Tag } from 'antd'
import type { Release } from '../types.ts'
import { useText } from '../use-text.ts'

const COLOURS = { released: 'success', waiting: 'processing', refused: 'error', withdrawn: 'default' } as const

/** How far a release is. */
export function ReleaseState({ state }: { readonly state: Release['state'] }) {
  return <Tag color={COLOURS[state]}>{useText().states[state]}</Tag>
}
