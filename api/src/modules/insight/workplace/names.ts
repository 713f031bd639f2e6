import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    createDemo: { zh: '新建演示', en: 'Create the demo', pt: 'Criar a demonstração' },
    switchSandbox: { zh: '启停演示沙箱', en: 'Start or stop the sandbox', pt: 'Ligar ou desligar o ambiente simulado' },
  },
  objects: {
    demo: { zh: '演示', en: 'Demo', pt: 'Demonstração' },
    sandbox: { zh: '沙箱', en: 'Sandbox', pt: 'Ambiente simulado' },
  },
}
