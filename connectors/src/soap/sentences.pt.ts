import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  '{url} is no usable WSDL: {why}.': '{url} não é um WSDL utilizável: {why}.',
  'Check the address; it often ends with ?wsdl.': 'Verifique o endereço; ele muitas vezes termina com ?wsdl.',
  'The answer of {name} could not be read as SOAP: {message}.':
    'A resposta de {name} não pôde ser lida como SOAP: {message}.',
  'Check the address of the service; a sign-in page or a proxy may stand in front of it.':
    'Verifique o endereço do serviço; pode haver uma página de login ou um proxy à frente.',
  '{url} could not be fetched (HTTP {status}).': 'Não foi possível obter {url} (HTTP {status}).',
  'The WSDL names a service on another host: {endpoint}.': 'O WSDL indica um serviço em outro host: {endpoint}.',
  'A WSDL from a file needs the address of its service.': 'Um WSDL de um arquivo precisa do endereço do serviço.',
  'The file of the WSDL is too large.': 'O arquivo do WSDL é grande demais.',
  'The file of the WSDL needs {url} as well.': 'O arquivo do WSDL precisa também de {url}.',
  'Use a file that has everything and is smaller than 8 MB, or the address of the WSDL.':
    'Use um arquivo com tudo e menor que 8 MB, ou o endereço do WSDL.',
  'Write the address of the service yourself if it may have the credentials.':
    'Escreva você mesmo o endereço do serviço se ele puder receber as credenciais.',
  'The WSDL has no operation {name}.': 'O WSDL não tem a operação {name}.',
  'Choose one of the list.': 'Escolha um da lista.',
  '{size} operations in the WSDL': '{size} operações no WSDL',
  SOAP: 'SOAP',
  'Calls operations of SOAP 1.1 and 1.2 by their WSDL: reads the list in an answer, and writes by one call for each record.':
    'Chama operações SOAP 1.1 e 1.2 pelo WSDL: lê a lista de uma resposta e grava com uma chamada por registro.',
  'WSDL from': 'WSDL de',
  'An address': 'Um endereço',
  'Uploaded file': 'Arquivo enviado',
  'File of the WSDL': 'Arquivo do WSDL',
  'One file with all its types; the address of the service is to be written.':
    'Um arquivo com todos os tipos; o endereço do serviço deve ser informado.',
  'Address of the WSDL': 'Endereço do WSDL',
  'Address of the service': 'Endereço do serviço',
  'Empty: the one in the WSDL. To be written where it is on another host than the WSDL.':
    'Vazio: o do WSDL. Deve ser escrito quando está em outro host que o WSDL.',
  Authentication: 'Autenticação',
  None: 'Nenhuma',
  'User name and password (Basic)': 'Nome de usuário e senha (Basic)',
  'User name': 'Nome de usuário',
  Password: 'Senha',
  'Sealed at rest and never shown again.': 'Guardado cifrado e nunca mais mostrado.',
  'Time for an answer (s)': 'Tempo para a resposta (s)',
  'Do not check the certificate': 'Não verificar o certificado',
  'Only for self-signed certificates of your own network.':
    'Somente para certificados autoassinados da sua própria rede.',
  'Parameters of the operation': 'Parâmetros da operação',
  'A JSON object; {{from}} and {{to}} are the bounds of an increment, {{page}}, {{offset}} and {{pageSize}} are for paging.':
    'Um objeto JSON; {{from}} e {{to}} são os limites de um incremento, {{page}}, {{offset}} e {{pageSize}} servem à paginação.',
  'Path of the list': 'Caminho da lista',
  'Empty: the first list of the answer.': 'Vazio: a primeira lista da resposta.',
  Paging: 'Paginação',
  'No paging': 'Sem paginação',
  'Page number': 'Número da página',
  Offset: 'Deslocamento',
  'Place of the record': 'Lugar do registro',
  'The field of the request that takes the record; empty: its fields are the parameters.':
    'O campo da requisição que recebe o registro; vazio: os campos dele são os parâmetros.',
  'Path of success': 'Caminho do sucesso',
  'A value like true or 1 is a success; empty: whatever is no fault.':
    'Um valor como true ou 1 é sucesso; vazio: tudo o que não é falha.',
  'Field for the idempotency key': 'Campo da chave de idempotência',
  'Fill it in where the service does one key of this field only once. Empty: a write without an answer is unknown.':
    'Preencha onde o serviço processa cada chave deste campo uma só vez. Vazio: uma gravação sem resposta é desconhecida.',
  'WS-Security, password as text': 'WS-Security, senha em texto',
  'WS-Security, digest of the password': 'WS-Security, resumo da senha',
}
