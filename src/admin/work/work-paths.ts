export const workPath = '/admin/work';
export const hrefOfWork = (id: number): string => `${workPath}/${id}`;
export const hrefOfWorkFile = (id: number): string => `${workPath}/${id}/file`;
