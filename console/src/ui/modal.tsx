import { Modal as AntModal, type ModalProps } from 'antd'
import { SizeContextProvider } from 'antd/es/config-provider/SizeContext'
import { FirstField } from './first-field.tsx'

/** antd's Modal without transitions, the focus in its first field. Only dialog.tsx loads it. */
export function Modal({ children, ...props }: ModalProps) {
  return (
    // A dialog opened out of a dense form is not dense itself.
    <SizeContextProvider size="middle">
      <AntModal destroyOnHidden {...props} transitionName="" maskTransitionName="">
        <FirstField />
        {children}
      </AntModal>
    </SizeContextProvider>
  )
}
