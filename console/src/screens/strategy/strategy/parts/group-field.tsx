import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useLifeText } from '../texts/use-life-text.ts'

export interface GroupFieldProps {
  /** Of its label; without one it names itself. */
  readonly id?: string
  readonly value: string
  onChange(value: string): void
}

/** A group that exists, or a new one. */
export function GroupField({ id, value, onChange }: GroupFieldProps) {
  const text = useLifeText()
  const { data } = useQuery(api.strategy.groups.query())
  return (
    <AutoComplete
      {...(id === undefined ? { 'aria-label': text.group } : { id })}
      maxLength={60}
      placeholder={text.groupHint}
      value={value}
      options={(data?.content ?? []).filter(each => each.includes(value)).map(each => ({ value: each }))}
      onChange={onChange}
    />
  )
}
