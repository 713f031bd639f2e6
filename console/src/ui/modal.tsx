import { Modal as AntModal, type ModalProps } from 'antd'
import { SizeContextProvider } from 'antd/es/config-provider/SizeContext'

/** antd's Modal without transitions. Only dialog.tsx loads it. */
export function Modal({ children, ...props }: ModalProps) {
  return (
    // A dialog opened out of a dense form is not dense itself.
    <SizeContextProvider size="middle">
      <AntModal destroyOnHidden {...props} transitionName="" maskTransitionName="">
        {children}
      </AntModal>
    </SizeContextProvider>
  )
}
