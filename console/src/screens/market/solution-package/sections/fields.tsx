import type { PackageWords } from '@sluice/contract'
import { Checkbox, Form, Input, Select } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import type { WordsLanguage } from '../types.ts'
import { readWords, sayWords, writeWords } from '../words.ts'

interface LabelProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly isRequired?: boolean
}

export interface TextFieldProps extends LabelProps {
  readonly value: string | undefined
  readonly maxLength: number
  readonly isLong?: boolean
  onChange(value: string): void
}

/** One labelled text. */
export function TextField({ label, hint, isRequired, value, maxLength, isLong, onChange }: TextFieldProps) {
  return (
    <Row label={label} hint={hint} isRequired={isRequired ?? false}>
      {isLong ? (
        <Input.TextArea
          maxLength={maxLength}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={value ?? ''}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <Input
          maxLength={maxLength}
          autoComplete="off"
          value={value ?? ''}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Row>
  )
}

export interface WordsFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  readonly value: PackageWords | undefined
  readonly language: WordsLanguage
  onChange(value: PackageWords): void
}

/** Words for people, in one language at a time; what there is in Chinese stands below the others. */
export function WordsField({ value, language, onChange, ...rest }: WordsFieldProps) {
  return (
    <TextField
      {...rest}
      hint={language === 'zh' ? rest.hint : sayWords(value, 'zh')}
      value={readWords(value, language)}
      onChange={text => onChange(writeWords(value, language, text))}
    />
  )
}

export interface ChoiceFieldProps extends LabelProps {
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  onChange(value: string): void
}

export function ChoiceField({ label, value, options, onChange }: ChoiceFieldProps) {
  return (
    <Row label={label}>
      <Select className="sl-wide" value={value} options={[...options]} onChange={onChange} />
    </Row>
  )
}

export interface FlagFieldProps {
  readonly label: string
  readonly value: boolean
  onChange(value: boolean): void
}

export function FlagField({ label, value, onChange }: FlagFieldProps) {
  return (
    <Form.Item>
      <Checkbox checked={value} onChange={event => onChange(event.target.checked)}>
        {label}
      </Checkbox>
    </Form.Item>
  )
}

/** A list with one element changed. */
export const patchAt = <T,>(list: readonly T[], place: number, patch: Partial<T>): T[] =>
  list.map((each, at) => (at === place ? { ...each, ...patch } : each))

export const dropAt = <T,>(list: readonly T[], place: number): T[] => list.filter((_, at) => at !== place)

/** What is left empty is not there. */
export const orAbsent = (text: string): string | undefined => (text === '' ? undefined : text)
