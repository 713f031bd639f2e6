import { Form } from 'antd'
import type { ReactNode } from 'react'

export interface FormRowProps {
  readonly label: string
  readonly htmlFor?: string
  readonly hint?: ReactNode
  /** Shown under the input; the input is then marked as wrong. */
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  readonly children: ReactNode
}

/** One labelled input whose value the caller keeps. */
export function FormRow({ label, htmlFor, hint, problem, isRequired, children }: FormRowProps) {
  return (
    <Form.Item
      label={label}
      {...(htmlFor === undefined ? {} : { htmlFor })}
      required={isRequired ?? false}
      extra={hint}
      {...(problem === undefined ? {} : { validateStatus: 'error' as const, help: problem })}
    >
      {children}
    </Form.Item>
  )
}
