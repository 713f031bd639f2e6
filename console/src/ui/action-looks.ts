import type { ButtonProps } from 'antd'

export type ActionPlace = 'row' | 'head'
export type ActionLook = Pick<ButtonProps, 'type' | 'size'>

/** The same actions in a row of a table and at the head of a page: links there, buttons here. */
export const actionLooks: Readonly<
  Record<ActionPlace, { readonly className: string; readonly button: ActionLook; readonly more: ActionLook }>
> = {
  row: {
    className: 'sl-row-actions',
    button: { type: 'link', size: 'small' },
    more: { type: 'text', size: 'small' },
  },
  head: { className: 'sl-head-actions', button: {}, more: {} },
}
