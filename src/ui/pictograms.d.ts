declare module '@carbon/pictograms/es/*' {
  const data: {
    attrs: { viewBox: string };
    content: { elem: string; attrs: Record<string, string> }[];
  };
  export default data;
}
