import { createElement, type FunctionComponent } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** React and what hydrates: loaded with the first island that is used. */
export function hydrateComponent(
  element: HTMLElement,
  component: FunctionComponent,
  props: object,
): void {
  hydrateRoot(element, createElement(component, props));
}
