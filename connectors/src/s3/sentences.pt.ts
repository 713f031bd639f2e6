import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The store refused the access key or its signature.': 'O armazenamento recusou a chave de acesso ou a assinatura.',
  'Check access key ID and secret access key, and that the region is the one of the endpoint.':
    'Verifique o ID da chave de acesso e a chave secreta, e se a região é a do endpoint.',
  'The store asks for fewer requests or is out of order for the moment.':
    'O armazenamento pede menos requisições ou está fora de serviço no momento.',
  'It is tried again by itself.': 'A tentativa é repetida automaticamente.',
  'The store signs for another region.': 'O armazenamento usa outra região nas assinaturas.',
  'Enter the region of the endpoint.': 'Informe a região do endpoint.',
  'The clocks of the store and of this machine differ too much, so no signature is valid.':
    'Os relógios do armazenamento e desta máquina diferem demais, e nenhuma assinatura é válida.',
  'The operator sets the clock of this machine.': 'O operador acerta o relógio desta máquina.',
  'There is no bucket of this name.': 'Não existe um bucket com este nome.',
  'Check name, endpoint and region, and whether the bucket belongs into the path.':
    'Verifique o nome, o endpoint e a região, e se o bucket deve ficar no caminho.',
  'The bucket lies in another region than the endpoint.': 'O bucket fica em outra região que não a do endpoint.',
  'Enter the endpoint and the region of the bucket.': 'Informe o endpoint e a região do bucket.',
  'The access key may not do this.': 'A chave de acesso não tem permissão para isto.',
  'Give it the right to list the bucket and to read and write its objects.':
    'Dê a ela o direito de listar o bucket e de ler e gravar seus objetos.',
  'The store has no room left.': 'O armazenamento não tem mais espaço.',
  'Free some space or raise the quota; writing goes on by itself.':
    'Libere espaço ou aumente a cota; a gravação continua sozinha.',
  'What answers at the endpoint is no S3 store (HTTP {status}).':
    'O que responde no endpoint não é um armazenamento S3 (HTTP {status}).',
  'Check the endpoint; the port of an administration page is another one.':
    'Verifique o endpoint; a porta da página de administração é outra.',
  'The store refused the request: {code} (HTTP {status}).':
    'O armazenamento recusou a requisição: {code} (HTTP {status}).',
  'Look the code up in the documents of the store.': 'Procure o código na documentação do armazenamento.',
  '{name} is stored compressed (Content-Encoding), so its parts cannot be read.':
    '{name} está armazenado comprimido (Content-Encoding), por isso suas partes não podem ser lidas.',
  'Store it without Content-Encoding.': 'Armazene-o sem Content-Encoding.',
  'The list of objects that the store gave is not whole.':
    'A lista de objetos dada pelo armazenamento não está completa.',
  'Check the endpoint; if it is right, the store or a proxy before it cuts answers.':
    'Verifique o endpoint; se estiver certo, o armazenamento ou um proxy diante dele corta as respostas.',
  'The administrator of the bucket gives the access key this policy.':
    'O administrador do bucket dá esta política à chave de acesso.',
  'there are no objects yet': 'ainda não há objetos',
  'objects are listed, but may not be read': 'os objetos são listados, mas não podem ser lidos',
  'shows when the first object is written': 'aparece quando o primeiro objeto é gravado',
  'S3 object store': 'Armazenamento de objetos S3',
  'Reads CSV, JSON Lines and XLSX objects of an S3-compatible store, and writes new objects of these formats.':
    'Lê objetos CSV, JSON Lines e XLSX de um armazenamento compatível com S3 e grava novos objetos nesses formatos.',
  Endpoint: 'Endereço (endpoint)',
  'Begins with http:// or https://, without the name of the bucket.':
    'Começa com http:// ou https://, sem o nome do bucket.',
  Region: 'Região',
  'The one of the endpoint; usually us-east-1 where the service is your own.':
    'A do endpoint; em serviço próprio, geralmente us-east-1.',
  Bucket: 'Nome do bucket',
  Prefix: 'Prefixo',
  'Only objects beneath this folder are used; no slash at either end. Empty uses the whole bucket.':
    'Só se usam objetos sob esta pasta; sem barra no início ou no fim. Vazio usa o bucket inteiro.',
  'Bucket in the path': 'Bucket no caminho',
  'On for services of your own such as MinIO; off for clouds that want the bucket in the host name, such as Aliyun OSS.':
    'Ligado para serviços próprios como MinIO; desligado para nuvens que querem o bucket no nome do host, como Aliyun OSS.',
  'Access key ID': 'ID da chave de acesso',
  'Secret access key': 'Chave de acesso secreta',
  'Sealed at rest and never shown again.': 'Guardada cifrada e nunca mais exibida.',
}
