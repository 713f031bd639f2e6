import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useLifeText } from '../texts/use-life-text.ts'

/** As long as the server takes them. */
const LONGEST = 30
const MOST = 20

export interface TagsFieldProps {
  /** Of its label; without one it names itself. */
  readonly id?: string
  readonly label?: string
  readonly value: readonly string[]
  /** Tags may be typed that nothing has yet. */
  readonly isOpen?: boolean
  onChange(value: string[]): void
}

/** Tags that are in use, or new ones. A comma ends one, for addresses and files part them with it. */
export function TagsField({ id, label, value, isOpen = true, onChange }: TagsFieldProps) {
  const text = useLifeText().tags
  const { data } = useQuery(api.strategy.tags.query())
  const [typed, setTyped] = useState('')
  return (
    <Select
      {...(id === undefined ? { 'aria-label': label ?? text.label } : { id })}
      mode={isOpen ? 'tags' : 'multiple'}
      maxCount={MOST}
      showSearch={{ searchValue: typed, onSearch: next => setTyped(next.slice(0, LONGEST)) }}
      tokenSeparators={[',', '，']}
      placeholder={isOpen ? text.hint : text.choose}
      value={[...value]}
      options={(data?.content ?? []).map(tag => ({ value: tag, label: tag }))}
      onChange={tags => onChange(tidy(tags))}
    />
  )
}

const tidy = (tags: readonly string[]): string[] => [
  ...new Set(tags.map(tag => tag.slice(0, LONGEST).trim()).filter(tag => tag !== '')),
]
