import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    write: {
      zh: '调试器写入目标',
      en: 'Write to the target from the debugger',
      pt: 'Gravar no destino pelo depurador',
    },
    dispatch: { zh: '调试器触发运行', en: 'Start a run from the debugger', pt: 'Iniciar uma execução pelo depurador' },
    http: { zh: '调试器发送请求', en: 'Send a request from the debugger', pt: 'Enviar uma requisição pelo depurador' },
  },
}
