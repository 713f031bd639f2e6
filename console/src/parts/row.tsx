import { Form } from 'antd'
import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'

export interface RowProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  /** One control; it is given the id its label points to. */
  readonly children: ReactElement<{ id?: string }>
}

/** One labelled control whose value the caller keeps. */
export function Row({ label, hint, problem, isRequired = false, children }: RowProps) {
  const id = useId()
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required={isRequired}
      extra={hint}
      {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
    >
      {cloneElement(children, { id })}
    </Form.Item>
  )
}
