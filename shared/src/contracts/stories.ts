export interface ShareStoryRequest {
  name: string;
  company: string;
  email: string;
  story: string;
  consent: boolean;
  /** How many pictures will be uploaded afterward. */
  pictures?: number;
  captchaToken?: string;
}

export interface ShareStoryResponse {
  status: 'received';
  /** One path for the `PUT` of each picture. */
  pictureUploads: string[];
}
